// Boards to play in the page. They need `ludex serve`; where these pages are opened as files, or
// come from another server, the line that says so stays.
(() => {
  const places = [...document.querySelectorAll("[data-table]")];
  if (!places.length || !location.protocol.startsWith("http")) return;

  const button = (words) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "md-button md-button--primary";
    made.textContent = words;
    return made;
  };

  const line = (words) => {
    const made = document.createElement("p");
    made.textContent = words;
    return made;
  };

  async function opened(place) {
    const answer = await fetch("/api/tables", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: place.dataset.table,
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.error ?? "The table could not be opened.");
    return `/t/${said.table}#${said.token}`;
  }

  function show(place, address) {
    const frame = document.createElement("iframe");
    frame.src = address;
    frame.title = place.dataset.title;
    const link = document.createElement("a");
    link.href = address;
    link.textContent = "Open the table as a page of its own";
    const below = document.createElement("p");
    below.append(link);
    place.replaceChildren(frame, below);
  }

  function offer(place) {
    const start = button("Play here");
    start.addEventListener("click", async () => {
      start.disabled = true;
      try {
        show(place, await opened(place));
      } catch (trouble) {
        place.replaceChildren(line(trouble.message), button("Try again"));
        place.lastChild.addEventListener("click", () => offer(place));
      }
    });
    place.replaceChildren(start);
  }

  fetch("/health")
    .then((answer) => answer.ok && places.forEach(offer))
    .catch(() => {});
})();
