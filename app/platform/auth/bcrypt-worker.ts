import { parentPort, workerData } from 'node:worker_threads'

import { compare } from 'bcryptjs'

// bcryptjs blocks its thread for up to 100 ms at a time.
parentPort?.postMessage(await compare(workerData.password, workerData.hash), [])
