import { SignInForm } from './sign-in-form.jsx'

export const metadata = { title: 'Sign in - Peer' }

export default function LoginPage() {
  return <SignInForm />
}
