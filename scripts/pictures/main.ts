/**
 * Renews the pictures of the README: `npm run pictures [-- name …]`. Some are of the panel, some of VS Code itself,
 * which needs the package (`npm run package`).
 */
import { takePanelPictures } from "./panel.ts";
import { takeWindowPictures } from "./window.ts";

const wanted = process.argv.slice(2);
await takePanelPictures(wanted);
await takeWindowPictures(wanted);
