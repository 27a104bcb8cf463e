// `web/lib/session.tsx` on pages that the server renders: nobody is signed in.
export const useAuth = () => ({ user: null, isLoading: false, error: null, isAuthenticated: false })

export function useViewer(): never {
  throw new Error('useViewer is for screens of a signed-in person')
}
