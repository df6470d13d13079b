// The games' own texts in Portuguese, as sentences with holes. What is missing stays English.
import type { Catalogue } from "./patterns";

export const gamesPt: Catalogue = [];
