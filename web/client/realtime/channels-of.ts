import type { SharedProps } from '#app/pages.ts'

/** The part of a page object that decides what to listen to. */
export interface RealtimePage {
  component: string
  props: Pick<SharedProps, 'realtime'> & {
    /** Shown beside the account: the channel of the mailbox, or of a team. */
    channel?: unknown
  }
}

/** The channels that a page waits for; none on most pages of guests. */
export function channelsOf({ props: { realtime, channel } }: RealtimePage): string[] {
  return [realtime.channel, channel].filter((name) => typeof name === 'string')
}
