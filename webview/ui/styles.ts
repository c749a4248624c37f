/** The panel's styles: imported first, so that a part's own rules come after those of the controls it is made of. */
import "./roles.css";
import "./base.css";
import "@vscode/codicons/dist/codicon.css";
import "./icon.css";
import "./button.css";
import "./row.css";
import "./card.css";
import "./error-card.css";
import "./popup.css";
import "./chip.css";
import "./choices.css";
import "./ring.css";
import "./toolkit.css";
import "./hover.css";
