// Reads sentences as a JSON list, and writes those that Portuguese does not know.
import { readFileSync } from "node:fs";
import { contracted, gamesPt } from "../src/i18n/games.pt";
import { dictionary } from "../src/i18n/patterns";

const translated = dictionary(gamesPt, contracted);
const sentences = JSON.parse(readFileSync(0, "utf8")) as string[];
process.stdout.write(JSON.stringify(sentences.filter((text) => translated(text) === null)));
