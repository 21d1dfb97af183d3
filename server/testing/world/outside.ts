// Everything outside of the till: the customers' bank, a receiver of callbacks, mail and objects.
import { type FakeS3, startFakeS3 } from "#testing/fake-s3";
import { type MailServer, openMailServer } from "#testing/mail-server";
import { openReceiver, type Receiver } from "#testing/receiver";
import { Bank } from "#testing/world/bank";

export interface Outside {
  bank: Bank;
  receiver: Receiver;
  mailServer: MailServer;
  s3: FakeS3;
  /** Sets the receiver's response status. */
  setReply(status: number): void;
  /** Deletes all that was received. */
  forget(): Promise<void>;
  closeOutside(): Promise<void>;
}

export async function openOutside(): Promise<Outside> {
  let status = 200;
  const [bank, s3, mailServer, receiver] = await Promise.all([
    Bank.start(),
    startFakeS3(),
    openMailServer(),
    openReceiver(() => ({ status })),
  ]);
  return {
    ...{ bank, receiver, mailServer, s3 },
    setReply(next) {
      status = next;
    },
    async forget() {
      await bank.reset();
      receiver.received.length = 0;
      mailServer.received.length = 0;
      s3.objects.clear();
    },
    async closeOutside() {
      bank.close();
      receiver.close();
      await Promise.all([s3.close(), mailServer.close()]);
    },
  };
}
