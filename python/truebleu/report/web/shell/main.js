/** The page of a report. */

import { begin } from "./begin.js";

begin();
