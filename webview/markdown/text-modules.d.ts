/** Modules that are bundled as text (`with { type: "text" }`). */
declare module "mermaid/dist/mermaid.min.js" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how a text module is imported
  export default text;
}
