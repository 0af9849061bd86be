'use client'
import { useState } from 'react'

/** The content of Foyer's /login page. */
export function Login({ onSubmit }) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <main>
      <h1>Sign in</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(Object.fromEntries(new FormData(event.currentTarget)))
        }}
      >
        <label>
          Email <input type="email" name="email" required autoComplete="username" />
        </label>
        <label>
          Password
          <input
            type={isVisible ? 'text' : 'password'}
            name="password"
            required
            autoComplete="current-password"
          />
        </label>
        <button type="button" onClick={() => setIsVisible(!isVisible)}>
          {isVisible ? 'Hide' : 'Show'} the password
        </button>
        <label>
          <input type="checkbox" name="remember" /> Remember me
        </label>
        <button>Sign in</button>
      </form>
      <p>
        <a href="/forgot-password">Forgot your password?</a> <a href="/register">Register</a>
      </p>
    </main>
  )
}
