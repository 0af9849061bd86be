import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '#testing/free-port.ts'
import { copyClient } from '#testing/http-client.ts'
import { listeningPage } from '#testing/listening-page.ts'
import { signIn } from '#testing/load-accounts.ts'

import type { LoadFault } from './fault.ts'
import { type Mails, requestResetLinks, startMailServer, waitForMails } from './message-faults.ts'

const endedElsewhere: LoadFault = {
  id: 'F31',
  title: 'signed out on one of two servers, ten times: the other refuses and closes the page',
  on: 'postgres',
  servers: 2,
  async inject({ origins: [here = '', there = ''], accounts, after }) {
    for (let round = 0; round < 10; round++) {
      const { email = '' } = accounts[round % accounts.length] ?? {}
      const { client } = await signIn(here, email, { address: `10.5.0.${round}` })
      const clientThere = copyClient(client, there)
      const page = await listeningPage({ after }, clientThere)
      const headers = { accept: 'application/json' }
      await client.request('/logout', { method: 'POST', body: {}, headers })
      const endedAt = performance.now()
      const { status } = await clientThere.request('/user/profile', { headers })
      if (status === 200) throw new Error('The other server still accepts an ended session')
      await page.waitForDisconnect()
      const ms = Math.round(performance.now() - endedAt)
      if (ms > 1000) throw new Error(`The page of an ended session stayed connected for ${ms} ms`)
    }
  },
}

function createTwoRunners(): LoadFault {
  let mails: Mails
  return {
    id: 'F34',
    title: 'two servers run the jobs: each mail is sent once',
    servers: 2,
    async prepare({ after }) {
      const port = await freePort()
      mails = await startMailServer({ after }, port)
      return { MAIL_URL: `smtp://127.0.0.1:${port}` }
    },
    async inject(environment) {
      await requestResetLinks(environment)
    },
    async verify({ accounts }) {
      await waitForMails(mails, accounts)
      await sleep(3000)
      const repeated = [...mails].filter(([, subjects]) => new Set(subjects).size < subjects.length)
      if (repeated.length > 0) throw new Error(`Mails sent twice: ${repeated.join(' ')}`)
    },
  }
}

export const twoServerFaults: LoadFault[] = [endedElsewhere, createTwoRunners()]
