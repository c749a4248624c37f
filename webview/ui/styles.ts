/** The panel's base styles: import once, before any component. */
import "./roles.css";
import "./base.css";
