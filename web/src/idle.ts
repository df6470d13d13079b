// What is not needed yet is fetched when there is nothing else to do, so that it is there when it is.

const SOON = 1500; // after what is seen first has been seen

/** Do it when what can be played with has been drawn. */
export function afterwards(work: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}

/** Fetch it when the page rests; whoever wants it earlier gets it earlier. */
export function whenIdle(fetch: () => Promise<unknown>): () => void {
  const quietly = () => void fetch().catch(() => undefined); // and again when it is wanted
  const timer = setTimeout(() => afterwards(quietly), SOON);
  return () => clearTimeout(timer);
}
