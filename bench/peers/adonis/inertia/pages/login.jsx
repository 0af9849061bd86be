import { Head, router } from '@inertiajs/react'
import { Login } from '@page/Login.jsx'

export default function LoginPage() {
  return (
    <>
      <Head title="Sign in" />
      <Login onSubmit={(form) => router.post('/login', form)} />
    </>
  )
}
