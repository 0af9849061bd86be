'use client'
import { createAuthClient } from 'better-auth/react'
import { useRouter } from 'next/navigation'

import { Login } from '@/page/Login.jsx'

const authClient = createAuthClient()

export function SignInForm() {
  const router = useRouter()
  return (
    <Login
      onSubmit={({ email, password, remember }) =>
        authClient.signIn.email(
          { email, password, rememberMe: remember === 'on' },
          { onSuccess: () => router.push('/profile') },
        )
      }
    />
  )
}
