// A table without a server: the rulebook itself, in Python, runs here beside the page. It hears
// what the page says, and answers as a server does.
async function begun() {
  const files = await (await fetch("/python/kept.json")).json();
  const folder = files[0].slice(0, files[0].lastIndexOf("/") + 1);
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const [python, books] = await Promise.all([loadPyodide({ indexURL: folder }), fetch("/python/rulebooks.zip")]);
  if (!books.ok) throw new Error(`no rulebooks: ${books.status}`);
  python.unpackArchive(await books.arrayBuffer(), "zip", { extractDir: "/rulebooks" });
  python.runPython("import sys; sys.path.insert(0, '/rulebooks')");
  const modules = JSON.parse(python.FS.readFile("/rulebooks/games.json", { encoding: "utf8" }));
  return { pockets: python.pyimport("ludex.play.offline"), games: new Map(Object.entries(modules)) };
}

const python = begun();
let pocket = null;

async function heard({ game, deal, lines, said }) {
  const { pockets, games } = await python;
  pocket ??= pockets.taken(games.get(game), deal, lines);
  const answers = JSON.parse(pocket.hear(said));
  const accepted = pocket.lines;
  self.postMessage({ answers, lines: accepted.toJs() });
  accepted.destroy();
}

/** What Python refuses says why in its last line; everything else is missing here. */
const reason = (error) => /^ValueError: (.+)$/m.exec(String(error))?.[1] ?? "That needs a connection.";

// One after the other, as they were said.
let last = Promise.resolve();
self.onmessage = ({ data }) => {
  last = last.then(() => heard(data)).catch((error) => self.postMessage({ problem: reason(error) }));
};
