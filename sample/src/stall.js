#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { report } from "./report.js";
import { readSales } from "./sales.js";

const file = process.argv[2];
if (!file) {
  console.error("usage: stall FILE.csv");
  process.exit(2);
}
console.log(report(readSales(readFileSync(file, "utf8"))));
