/** Builds out/server. */
export async function buildServer(_root: string): Promise<unknown> {
  throw new Error("the server bundle is not defined yet");
}
