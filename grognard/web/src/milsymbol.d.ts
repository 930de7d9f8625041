/** The part of milsymbol that can be taken piece by piece; its own types are of the whole only. */
declare module "*/milsymbol/index.mjs" {
  import type { DrawInstruction, Symbol, SymbolOptions } from "milsymbol";
  export const ms: {
    addIcons(icons: object): void;
    Symbol: new (code: string, options: SymbolOptions) => Symbol & { drawInstructions: (DrawInstruction | DrawInstruction[])[] };
  };
  export const numberlandunit: object;
}
