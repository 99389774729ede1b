import { z } from 'zod';
import type { Subscriptions } from './subscriptions.ts';

const listen = z.looseObject({
  method: z.literal('subscriptions/listen'),
  id: z.union([z.string(), z.number()]),
  params: z.looseObject({
    notifications: z.looseObject({ resourceSubscriptions: z.array(z.string().max(2_048)) }),
  }),
});
const cancelled = z.looseObject({
  method: z.literal('notifications/cancelled'),
  params: z.looseObject({ requestId: z.union([z.string(), z.number()]) }),
});

/** The resources a `subscriptions/listen` request asks about; the SDK answers it without showing us. */
export function listenedResources(message: unknown): readonly string[] {
  const request = listen.safeParse(message);
  return request.success ? request.data.params.notifications.resourceSubscriptions : [];
}

/** Starts and ends the watches of the listen requests that pass by on a connection. */
export function followListening(message: object, subscriptions: Subscriptions): void {
  if (!('method' in message)) return;
  if (message.method === 'subscriptions/listen') {
    const request = listen.safeParse(message);
    if (!request.success) return;
    for (const uri of listenedResources(message)) subscriptions.add(ownerOf(request.data.id), uri);
  } else if (message.method === 'notifications/cancelled') {
    const cancel = cancelled.safeParse(message);
    if (cancel.success) subscriptions.remove(ownerOf(cancel.data.params.requestId));
  }
}

/** `1` and `"1"` are different request ids. */
function ownerOf(id: string | number): string {
  return `${typeof id}:${id}`;
}
