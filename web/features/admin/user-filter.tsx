// Narrows a list to one account, by username; part of the page's address.
import { type FormEvent, useId, useState } from 'react'
import { go } from '#web/lib/navigation.ts'
import { type AdminSection, paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/text-input.tsx'

type UserFilterProps = { user: string; section: AdminSection }

export function UserFilter({ user, section }: UserFilterProps) {
  const [text, setText] = useState(user)
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = text.trim().replace(/^@/, '')
    go(paths.admin(section) + (name === '' ? '' : `?user=${encodeURIComponent(name)}`))
  }
  return (
    <form role="search" onSubmit={submit} className="flex w-full max-w-80 items-center gap-2">
      <label htmlFor={id} className="sr-only">
        Username
      </label>
      <Input
        id={id}
        value={text}
        placeholder="Username, or empty for all"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="outline">
        Show
      </Button>
    </form>
  )
}
