import { setTimeout as sleep } from 'node:timers/promises'

import { startRedisServer } from '#testing/redis-server.ts'

import type { LoadFault } from './fault.ts'
import { hasProgram } from './machine.ts'
import { startAddress } from './tcp-address.ts'

const missingRedis = () => (hasProgram('redis-server') ? null : 'redis-server is not installed')

type Redis = Awaited<ReturnType<typeof startRedisServer>>

function redisFault(title: string, isShort: boolean, inject: (redis: Redis) => Promise<void>) {
  let redis: Redis
  const fault: LoadFault = {
    id: 'F13',
    title: `Redis ${title}`,
    isShort,
    missing: missingRedis,
    async prepare({ after }) {
      redis = await startRedisServer({ after })
      return { REDIS_URL: redis.url }
    },
    inject: () => inject(redis),
  }
  return fault
}

function createSlowRedis(): LoadFault {
  let address: Awaited<ReturnType<typeof startAddress>>
  return {
    id: 'F13',
    title: 'Redis slow: half a second in each direction, for 5 s',
    missing: missingRedis,
    async prepare({ after }) {
      const redis = await startRedisServer({ after })
      address = await startAddress({ after }, Number(new URL(redis.url).port))
      return { REDIS_URL: `redis://127.0.0.1:${address.port}` }
    },
    async inject() {
      address.delayBy(500)
      await sleep(5000)
      address.delayBy(0)
    },
  }
}

export const redisFaults: LoadFault[] = [
  redisFault('down for 3 s', true, async (redis) => {
    await redis.kill()
    await sleep(3000)
    await redis.start()
  }),
  redisFault('frozen for 3 s', false, async (redis) => {
    redis.signal('SIGSTOP')
    await sleep(3000)
    redis.signal('SIGCONT')
  }),
  redisFault('flushed', false, async (redis) => redis.flush()),
  createSlowRedis(),
]
