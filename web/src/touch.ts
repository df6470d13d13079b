/** Is it a finger that points? Then nobody clicks, and keys are out of reach. */
export const isTouched = (): boolean => matchMedia("(hover: none) and (pointer: coarse)").matches;
