import assert from "node:assert/strict";
import { test } from "node:test";
import { report } from "../src/report.js";
import { readSales } from "../src/sales.js";

test("the report lists the best seller first and ends with the total", () => {
  const sales = readSales("time,item,count,unit price\n08:10,apples,4,0.35\n09:05,honey,1,7.50\n");
  assert.deepEqual(
    report(sales)
      .split("\n")
      .map((line) => line.split(/\s+/)),
    [
      ["honey", "7.50"],
      ["apples", "1.40"],
      ["total", "8.90"],
    ],
  );
});

test("a line with missing fields is named", () => {
  assert.throws(() => readSales("time,item,count,unit price\n08:10,apples,4\n"), /line 2/);
});
