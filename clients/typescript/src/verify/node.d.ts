// What the command takes of node and deno; everything else here runs in a browser too.
declare module "node:fs/promises" {
  export function readFile(path: string): Promise<Uint8Array>;
  export function stat(path: string): Promise<{ readonly size: number }>;
}
declare module "node:process" {
  const process: {
    readonly argv: readonly string[];
    readonly stdout: { write(text: string): void };
    readonly stderr: { write(text: string): void };
    exitCode?: number;
  };
  export default process;
}
