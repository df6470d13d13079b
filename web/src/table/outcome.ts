// What an outcome's text adds to a title that has told who won: of "You win: every card is
// home", in whatever language, what follows the colon.
export const added = (text: string, translated: string): string =>
  /^you (win|lose):/i.test(text) ? translated.replace(/^[^:]*:\s*/, "") : translated;
