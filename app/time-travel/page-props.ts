import { defer, optional, scroll } from '@foyer/inertia'
import type { Text } from '@foyer/sentences'

import { seal } from '#app/history/history.ts'
import type { SessionAccount } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { later } from '#app/platform/later.ts'
import { moment } from '#app/platform/moment.ts'

import { type Asked, askedMoment } from './asked-moment.ts'
import { devicesOf, newestSessions, refuseForeign } from './devices.ts'
import { difference } from './difference.ts'
import { eventDetail } from './event-detail.ts'
import { type Cursor, cursorText, eventPage } from './event-page.ts'
import { eventKinds } from './kinds.ts'
import { life } from './life.ts'
import { nearby } from './nearby.ts'
import { neighbours } from './neighbours.ts'
import { notMeAnswer } from './not-me-answer.ts'
import { photoAddresses } from './photo-addresses.ts'
import { stateOf } from './state.ts'
import { wholeRecord } from './whole-record.ts'

export interface PageAsked extends Asked {
  type: string | null
  device: string | null
  /** Null begins at the moment shown. */
  cursor: Cursor | null
}

const eventsToAPage = 50

/**
 * What the page is given, each prop read only when it is asked for: dragging asks for the state alone. As many queries for a
 * long life as for a short one; only hundreds of sessions open at once cost some more.
 *
 * @throws NotFound
 */
export async function pageProps(
  { db, text, zone }: { db: Db; text: Text; zone: string },
  account: SessionAccount,
  asked: PageAsked,
) {
  const { userId, now } = account
  const [place, { first, total }] = await Promise.all([
    askedMoment(db, { userId, now, zone }, asked),
    wholeRecord(db, userId),
  ])
  const { at, seq, isNow, moved } = place
  const past = later(() => stateOf(db, userId, place))
  const present = later(() => stateOf(db, userId, { seq: total, at: now }))
  const open = async () => Object.keys((await present()).sessions)
  const { type, device, event } = asked
  if (device !== null) await refuseForeign(db, userId, device)
  const cursor = asked.cursor ?? ({ way: 'older', than: seq + 1 } as const)
  const wanted = { cursor, limit: eventsToAPage, type, device, total }

  return {
    life: () => life(db, { userId, now }, { first, total }),
    moment: async () => ({
      ...(await neighbours(db, { userId, zone }, place)),
      at: moment(at),
      seq,
      isNow,
      newer: total - seq,
      moved: moved === null ? null : { asked: asked.at ?? '', why: text(moved) },
    }),
    past,
    present,
    differences: async () => difference(await past(), await present()),
    photos: async () =>
      photoAddresses(db, account, { past: await past(), present: await present() }),
    devices: async () => {
      const sessions = [...Object.keys((await past()).sessions), ...(await open())]
      return devicesOf(db, userId, [...new Set(sessions)])
    },
    events: scroll(
      () => eventPage(db, account, wanted),
      ({ newer, older }) => ({
        pageName: 'cursor',
        currentPage: cursorText(cursor),
        previousPage: newer,
        nextPage: older,
      }),
    ),
    event: () => (event === undefined ? null : eventDetail(db, account, event)),
    // Its cost grows with what was done since, so only who opens it pays.
    notMe: optional(() => (event === undefined ? null : notMeAnswer(db, account, event))),
    nearby: defer(() => nearby(db, userId, seq)),
    filters: async () => {
      const devices = await newestSessions(db, userId, await open())
      return { type, device, kinds: eventKinds, devices }
    },
    seal: () => seal(db, userId, { first, total }),
  }
}
