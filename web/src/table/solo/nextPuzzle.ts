// Where the next puzzle is: of a pack the next that is not solved, else another like this one.
import { again } from "../../server/rematch";
import * as api from "../../server/api";
import { hide, keepOpened } from "../../storage/keys";
import { nextOf, packsOf, placeOf, starsOf } from "../../server/packs";
import type { Play } from "../play/play.svelte";

export async function nextPuzzle(play: Play, id: string): Promise<string> {
  const game = play.table.message?.game.name ?? "";
  const packs = await packsOf(game);
  const next = placeOf(packs, id) ? nextOf(packs, id, starsOf(game)) : null;
  const address = next
    ? keepOpened(await api.open({ game, puzzle: { id: next } }))
    : await again(play.table.id, play.table.token, true);
  if (!play.table.message?.outcome) hide({ table: play.table.id, token: play.table.token }, true);
  return address;
}
