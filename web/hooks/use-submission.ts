import type { Errors, VisitOptions } from '@inertiajs/core'
import { router } from '@inertiajs/react'
import { useEffect, useState } from 'react'

const successMessageMs = 2000

/**
 * Submits an Inertia visit that preserves the page, and tracks its progress and errors. Inertia's `useForm` also holds
 * the field values, which our forms keep in the DOM, and would add 3 kB to every first page.
 *
 * @param initiallySuccessful  the form was submitted without script and succeeded
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
