import { prettyPrintError } from '@adonisjs/core'

import { createIgnitor } from './ignitor.js'

await createIgnitor().httpServer().start().catch(prettyPrintError)
