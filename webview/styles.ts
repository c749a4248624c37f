/**
 * Stylesheets of the parts that load on demand. They belong to the page from the start: a part that
 * arrives is drawn at once, and the page has one stylesheet.
 */
import "./markdown/markdown.css";
import "./markdown/syntax.css";
import "./transcript/find/find.css";
import "./transcript/rows/rows.css";
import "./transcript/tools/tools.css";
import "./transcript/transcript.css";
import "./tree/tree.css";
