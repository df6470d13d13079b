// Chess Solitaire.
import type { Catalogue } from "../patterns";

export const chess: Catalogue = [
  ["Chess Solitaire", "Solitário de Xadrez"],
  ["supply of {0}s", "reserva: {0}"],
  ["bishop", "bispo"],
  ["knight", "cavalo"],
  ["rook", "torre"],
  ["pawn", "peão"],
  ["Put a {0} on {1}", "Pôr {0} em {1}"],
  ["{0} on {1} takes {2} on {3}", "{0} em {1} captura {2} em {3}"],
  ["{0} is not on the board", "{0} não fica no tabuleiro"],
  ["The game has not started yet", "O jogo ainda não começou"],
  ["The game has already started", "O jogo já começou"],
  ["There is already a piece on {0}", "A casa {0} já está ocupada"],
  ["There is no piece on the board", "Não há nenhuma peça no tabuleiro"],
  ["There is no piece on {0}", "Não há nenhuma peça em {0}"],
  ["A piece stands in the way from {0} to {1}", "Há uma peça no caminho de {0} para {1}"],
  ["A {0} does not move from {1} to {2}", "{0} não vai de {1} para {2}"],
  ["You lose: no valid move is left on {0#} pieces", "Perdeu: não há jogada válida com {0} peças"],
  ["You win: one piece is left", "Ganhou: resta uma só peça"],
  ["Clear the board", "Limpar o tabuleiro"],
  ["Take the {0} off {1}", "Tirar {0} de {1}"],
  ["Put the {0} of {1} on {2}", "Pôr {0} de {1} em {2}"],
];
