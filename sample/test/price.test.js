import assert from "node:assert/strict";
import { test } from "node:test";
import { priceOf } from "../src/price.js";

test("a few pieces cost their unit price each", () => {
  assert.equal(priceOf({ count: 3, unitPrice: 7.5 }), 22.5);
});

test("ten pieces are bulk and a tenth cheaper", () => {
  assert.equal(priceOf({ count: 10, unitPrice: 0.35 }), 3.15);
});

test("cents are rounded", () => {
  assert.equal(priceOf({ count: 3, unitPrice: 0.335 }), 1.01);
});
