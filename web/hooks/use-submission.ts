import type { Errors, VisitOptions } from '@inertiajs/core'
import { router } from '@inertiajs/react'
import { useEffect, useState } from 'react'

const successMessageMs = 2000

/**
 * Sends something as a page visit that leaves the person where they are, and says how far that is. The client's own
 * `useForm` also holds the fields, which ours do themselves: 3 kB of every first page.
 *
 * @param initiallySuccessful  it was sent before script came, and taken
 */
export function useSubmission(initiallySuccessful = false) {
  const [processing, setProcessing] = useState(false)
  const [percentage, setPercentage] = useState(0)
  const [errors, setErrors] = useState<Errors>({})
  const [recentlySuccessful, setRecentlySuccessful] = useState(initiallySuccessful)

  useEffect(() => {
    if (!recentlySuccessful) return
    const timer = setTimeout(() => setRecentlySuccessful(false), successMessageMs)
    return () => clearTimeout(timer)
  }, [recentlySuccessful])

  function submit(url: string, { onError, onSuccess, ...options }: VisitOptions) {
    setRecentlySuccessful(false)
    setPercentage(0)
    router.visit(url, {
      preserveState: true,
      preserveScroll: true,
      ...options,
      onStart: () => setProcessing(true),
      onProgress: (progress) => setPercentage(progress?.percentage ?? 0),
      onError(newErrors) {
        setErrors(newErrors)
        return onError?.(newErrors)
      },
      onSuccess(page) {
        setErrors({})
        setRecentlySuccessful(true)
        return onSuccess?.(page)
      },
      onFinish: () => setProcessing(false),
    })
  }

  return { processing, percentage, errors, recentlySuccessful, submit, setErrors }
}
