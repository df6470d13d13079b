// Our own chess pieces: each a few closed shapes and lines on 100 by 100.
export interface ChessDrawing {
  body: string[];
  lines: string[];
}

const BASE = "M24 88C24 81 29 79 33 77H67C71 79 76 81 76 88Z";

export const CHESS: Record<string, ChessDrawing> = {
  P: {
    body: [
      "M36 77C41 70 44 62 45 52H55C56 62 59 70 64 77Z",
      "M38 52C38 48 42 46 50 46S62 48 62 52Z",
      "M50 18A14.5 14.5 0 1 1 49.9 18Z",
      BASE,
    ],
    lines: ["M33 77H67"],
  },
  R: {
    body: ["M34 77L37 42H63L66 77Z", "M29 18H39V25H45V18H55V25H61V18H71V33L64 42H36L29 33Z", BASE],
    lines: ["M33 77H67", "M36 42H64", "M36 50H64", "M30 33H70"],
  },
  N: {
    body: [
      "M34 77C33 64 43 58 46 49C40 52 35 53 30 57C25 60 20 54 23 49C28 42 29 35 33 29C35 25 38 23 41 22L42 13L51 20C66 23 74 37 72 56C71 65 69 70 68 77Z",
      BASE,
    ],
    lines: ["M33 77H69", "M54 26C62 31 66 42 65 56", "M27 51L30 49"],
  },
  B: {
    body: [
      "M37 77C42 71 44 65 44 58H56C56 65 58 71 63 77Z",
      "M35 58C35 54 40 53 50 53S65 54 65 58Z",
      "M50 19C60 26 66 35 64 44C63 50 58 53 50 53S37 50 36 44C34 35 40 26 50 19Z",
      "M50 10A5 5 0 1 1 49.9 10Z",
      BASE,
    ],
    lines: ["M33 77H67", "M54 27L48 38"],
  },
  Q: {
    body: [
      "M35 77C38 69 36 60 33 52H67C64 60 62 69 65 77Z",
      "M33 52L21 26L36 37L40 19L50 35L60 19L64 37L79 26L67 52Z",
      "M21 21A4.5 4.5 0 1 1 20.9 21Z",
      "M40 13A4.5 4.5 0 1 1 39.9 13Z",
      "M60 13A4.5 4.5 0 1 1 59.9 13Z",
      "M79 21A4.5 4.5 0 1 1 78.9 21Z",
      BASE,
    ],
    lines: ["M33 77H67", "M33 52H67", "M35 59H65"],
  },
  K: {
    body: [
      "M36 77C39 70 38 64 36 58H64C62 64 61 70 64 77Z",
      "M36 58C24 52 21 41 28 35C35 30 45 32 50 42C55 32 65 30 72 35C79 41 76 52 64 58Z",
      "M50 42C43 34 44 27 50 24C56 27 57 34 50 42Z",
      "M47 9H53V14H58V20H53V26H47V20H42V14H47Z",
      BASE,
    ],
    lines: ["M33 77H67", "M36 58H64", "M50 42V56"],
  },
};

const BLOCK = "M26 80H74V88H26Z";

/** The same pieces in plain strong shapes, to be told at a glance on a small screen. */
export const MODERN: Record<string, ChessDrawing> = {
  P: { body: ["M50 24A14 14 0 1 1 49.9 24Z", "M42 52H58L67 80H33Z", BLOCK], lines: [] },
  R: { body: ["M29 18H40V28H45V18H55V28H60V18H71V42H64L66 80H34L36 42H29Z", BLOCK], lines: ["M37 42H63"] },
  N: { body: ["M34 80L38 62L54 48L40 52L28 58L22 48L38 24L42 10L54 20L68 34L73 56L68 80Z", BLOCK], lines: ["M56 26L65 40L67 58"] },
  B: { body: ["M50 8L55 15L50 22L45 15Z", "M50 20C66 32 70 46 60 58H40C30 46 34 32 50 20Z", "M41 58H59L66 80H34Z", BLOCK], lines: ["M50 31V49M42 40H58"] },
  Q: { body: ["M20 22L36 44L40 14L50 40L60 14L64 44L80 22L68 64H32Z", "M33 64H67L70 80H30Z", BLOCK], lines: ["M35 55H65"] },
  K: { body: ["M46 6H54V14H62V22H54V32H46V22H38V14H46Z", "M28 32H72L66 64H34Z", "M34 64H66L70 80H30Z", BLOCK], lines: ["M36 54H64"] },
}; // prettier-ignore
