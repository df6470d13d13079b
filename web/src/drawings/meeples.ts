/** The place of a meeple on a tile that was turned by quarters, in hundredths of it. */
export function stand(spot: string, turned: number): [number, number] {
  let [x = 50, y = 50] = spot.split(",").map(Number);
  for (let i = 0; i < turned % 4; i++) [x, y] = [100 - y, x];
  return [x, y];
}

/** Where a look says that it stands, `meeple:1:K:50,21`, on a tile that was turned by quarters. */
export function standOf(look: string, turned: number): [number, number] | null {
  const spot = look.split(":")[3];
  return spot === undefined ? null : stand(spot, turned);
}

export const MEEPLE =
  "M50 8C59 8 64 15 64 23C64 28 62 31 60 34C74 36 92 43 92 52C92 59 82 60 70 58C76 68 84 80 86 89C87 93 85 95 81 95H61C58 95 57 94 56 91L50 78L44 91C43 94 42 95 39 95H19C15 95 13 93 14 89C16 80 24 68 30 58C18 60 8 59 8 52C8 43 26 36 40 34C38 31 36 28 36 23C36 15 41 8 50 8Z";

/** A cone with a ball, as in other games. */
export const PAWN =
  "M50 7C61 7 69 15 69 26C69 33 65 39 60 42C63 58 71 68 79 75C84 80 84 95 79 95H21C16 95 16 80 21 75C29 68 37 58 40 42C35 39 31 33 31 26C31 15 39 7 50 7Z";
