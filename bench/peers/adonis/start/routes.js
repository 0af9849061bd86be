import router from '@adonisjs/core/services/router'

import { middleware } from './kernel.js'

const ProfileController = () => import('#controllers/profile_controller')
const SessionController = () => import('#controllers/session_controller')

router.get('/login', [SessionController, 'create'])
router.post('/login', [SessionController, 'store'])
router.get('/profile', [ProfileController, 'show']).use(middleware.auth())
