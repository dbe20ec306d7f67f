// The other tables in one file, which loads the program once: what programs read and draw, what a
// service answers, what files hold and lead to, and secrets.
import { annotationsTests } from "./annotations.ts";
import { answersTests } from "./answers.ts";
import { documentsTests } from "./documents.ts";
import { drawingTests } from "./drawing.ts";
import { filesTests } from "./files.ts";
import { graphTests } from "./graph.ts";
import { idsTests } from "./ids.ts";
import { limitsTests } from "./limits.ts";
import { secretsTests } from "./secrets.ts";
import { startingTests } from "./starting.ts";
import { suggestionsTests } from "./suggestions.ts";

annotationsTests();
documentsTests();
graphTests();
idsTests();
answersTests();
limitsTests();
filesTests();
secretsTests();
drawingTests();
startingTests();
suggestionsTests();
