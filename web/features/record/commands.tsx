// Commands to type, in a box that wraps them.
import type { ReactNode } from 'react'

export const Commands = ({ children }: { children: ReactNode }) => (
  <pre className="overflow-x-auto rounded-control bg-canvas p-3 text-small whitespace-pre-wrap wrap-anywhere">
    {children}
  </pre>
)
