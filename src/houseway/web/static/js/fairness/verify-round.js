// A round that is over is proved here: what that needs is asked for, and everything else happens in this browser.

import { get } from "../net/http.js";
import { remembered } from "./commitments.js";
import { verify } from "./verify.js";

/** The document of a round as this person may see it, whether it is verified, and claim by claim why. */
export async function prove(round) {
  const document = await get(`/api/rounds/${round}`);
  const { fair } = document;
  if (!fair) return { document, ...(await verify(document)) };
  const [order, before] = await Promise.all([get(`/api/rounds/${round}/order`), roundBefore(fair)]);
  return { document, ...(await verify(document, { order, before, saw: remembered(fair.table, fair.round) })) };
}

/** The fairness part of the round before; null where there is none, or none for this person. */
async function roundBefore({ table, round, prev }) {
  if (prev === null || round < 2) return null;
  try {
    return await get(`/api/rounds/${table}-${round - 1}/proof`);
  } catch (refused) {
    if (refused.code === "no-round") return null;
    throw refused;
  }
}
