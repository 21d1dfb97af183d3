// Flows with external effects: callbacks to receivers, mails, files in the object store.
import { database } from "#core/db";
import { files } from "#gateways/files";
import { booksOf, openSession, pay } from "#testing/checkout";
import { differences, flow } from "#testing/crashes/flow";
import { openShop, place } from "#testing/crashes/order-flows";
import { deliverNow, matchNow, runJobsNow } from "#testing/world/turns";

const delivering = flow({
  name: "deliver",
  async prepare(scene) {
    const { draw, world, tag } = scene;
    // An account's first callback creates its webhook secret.
    const { key, accountId, portfolioId } = await openShop(scene, true);
    const orderIds: string[] = [];
    for (let nth = draw.int(1, 3); nth > 0; nth -= 1) {
      const url = world.callbackUrl;
      const body = { amount_kg: nth, portfolio_id: portfolioId, notification_config: { url } };
      orderIds.push(await place(key, body, `${tag}-${nth}`));
    }
    await matchNow();
    return { accountId, orderIds };
  },
  isConcurrent: ({ orderIds }) => orderIds.length > 1,
  run: deliverNow,
  async judge({ accountId, orderIds }, _client, { receiver }) {
    const { prisma } = database();
    const events = await prisma.event.findMany({
      where: { accountId, subjectId: { in: orderIds } },
    });
    const eventId = { in: events.map(({ id }) => id) };
    const attempts = await prisma.deliveryAttempt.findMany({ where: { accountId, eventId } });
    const deliveries = await prisma.delivery.findMany({ where: { accountId, eventId } });
    const withResponse = attempts.filter(({ responseStatus }) => responseStatus !== null).length;
    const received = receiver.received.filter(({ body }) =>
      events.some(({ id }) => body.includes(id)),
    );
    const missing = events.filter(({ id }) => !received.some(({ body }) => body.includes(id)));
    return [
      ...differences({ "the number of events": [events.length, orderIds.length] }),
      ...deliveries
        .filter(({ state }) => state !== "delivered")
        .map(({ eventId: id, state }) => `the event ${id} is ${state}`),
      ...differences({ "the number of deliveries": [deliveries.length, orderIds.length] }),
      ...missing.map(({ id }) => `the event ${id} was never received`),
      ...(withResponse > received.length
        ? [
            `${withResponse} attempts are recorded with a response, but ${received.length} requests arrived`,
          ]
        : []),
    ];
  },
});

const mailing = flow({
  name: "mail",
  async prepare(scene) {
    const { account, accountId, portfolioId } = await openShop(scene);
    const { id } = await openSession({ account, portfolioId, provider: "test" });
    await pay(id);
    await matchNow();
    const isAlone = scene.draw.oneIn(2);
    const template = { path: ["template"], equals: "certificate" };
    if (isAlone) {
      await database().prisma.job.deleteMany({ where: { subjectId: id, payload: template } });
    }
    return { accountId, sessionId: id, isAlone };
  },
  // Receipt and certificate are sent at the same time.
  isConcurrent: ({ isAlone }) => !isAlone,
  run: runJobsNow,
  async judge({ sessionId }, _client, { mailServer }) {
    const { mails } = await booksOf(sessionId);
    return mails.flatMap(({ id, kind, state }) => {
      const arrived = mailServer.received.filter(({ raw }) => raw.includes(id)).length;
      return [
        ...differences({ [`the mail ${kind}`]: [state, "sent"] }),
        // Only a lost response may cause a repetition.
        ...(arrived >= 1 && arrived <= 3 ? [] : [`the mail ${kind} arrived ${arrived} times`]),
      ];
    });
  },
});

const storing = flow({
  name: "store",
  async prepare({ tag }) {
    return { key: `crashes/${tag}.txt`, text: `the content of ${tag}` };
  },
  async run({ key, text }, client) {
    const store = files(database());
    const content = { contentType: "text/plain", bytes: Buffer.from(text) };
    const stored = (await store.find(key)) ?? (await store.put(key, content));
    client.acknowledge("stored", { status: 200, text: Buffer.from(stored.bytes).toString() });
  },
  async judge({ key, text }, client, { s3 }) {
    return differences({
      "the response": [client.acknowledged.get("stored")?.text, text],
      "the object": [s3.objects.get(key)?.body.toString(), text],
    });
  },
});

export const outsideFlows = [delivering, mailing, storing];
