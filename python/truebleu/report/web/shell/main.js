/** Entry point of the report page. */

import { begin } from "./begin.js";

begin();
