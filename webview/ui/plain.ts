/** Text of agent extensions as it can be shown: terminal codes out, whether raw or as JSON wrote them. */

const csi = String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]`;
const osc = String.raw`\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?`;
const single = String.raw`\u001b[@-Z\\^_]`;
const escaped = String.raw`\\(?:u001b|x1b|033)\[[0-9;?]*[A-Za-z]`;
const codes = new RegExp([csi, osc, single, escaped].join("|"), "g");
const control = String.raw`[\u0000-\u0008\u000b-\u001f\u007f]`;
const controls = new RegExp([control].join(""), "g");

/** `text` without terminal codes and control characters; tabs and line ends stay. */
export function plainText(text: string): string {
  return text.replace(codes, "").replace(/\r\n?/g, "\n").replace(controls, "");
}
