// An address as a QR code: one path of squares. The encoder is loaded when one is wanted.
export interface Code {
  /** How many squares a side has, with the white margin that scanners need. */
  size: number;
  path: string;
}

const MARGIN = 4;

export async function codeOf(address: string): Promise<Code> {
  const { default: qrcode } = await import("qrcode-generator");
  const code = qrcode(0, "M");
  code.addData(address);
  code.make();
  const count = code.getModuleCount();
  const squares: string[] = [];
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column)) squares.push(`M${column + MARGIN} ${row + MARGIN}h1v1h-1z`);
  return { size: count + 2 * MARGIN, path: squares.join("") };
}
