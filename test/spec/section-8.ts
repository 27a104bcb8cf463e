// Section 8 of the specification: the error catalogue.
import type { Section } from './row.ts'

export const SECTION_8: Section[] = [
  {
    at: '8',
    title: 'How errors read',
    rows: [
      { id: '8.1', says: 'A non-OK response is an error "{status}: {body}"' },
      { id: '8.2', says: '… or the status text if the body is empty' },
      { id: '8.3', says: 'Reads throw on 401' },
      {
        id: '8.4',
        says: 'The body of an error: silent',
        decided: { answer: '31', holds: 'JSON { code, message }; toasts show the message' },
      },
    ],
  },
  {
    at: '8',
    title: 'Signing in, waitlist and signals',
    rows: [
      { id: '8.5', says: 'Login fails: destructive "Login failed" with the message' },
      { id: '8.6', says: 'Registration fails: "Registration failed" with the message' },
      { id: '8.7', says: 'Logout fails: "Logout failed" with the message' },
      { id: '8.8', says: 'Login success: "Welcome back!" / "You have successfully logged in."' },
      {
        id: '8.9',
        says: 'Registration success: "Welcome to the product!" / "Your account has been created successfully."',
      },
      { id: '8.10', says: 'Logout success: "Logged out" / "You have been logged out successfully."' },
      {
        id: '8.11',
        says: 'Waitlist fails: destructive "Error" with the server\'s message, else "Failed to join waitlist"',
      },
      {
        id: '8.12',
        says: 'Waitlist success: "Success!" / "You\'ve been added to our waitlist. We\'ll notify you when the product launches!"',
      },
      {
        id: '8.13',
        says: 'Any 401: "Unauthorized" / "You are logged out. Logging in again...", /api/login after 500 ms',
      },
      {
        id: '8.14',
        says: '403 with requiresSubscription: "Creator Mode Required" / "Subscribe to Creator Mode ($2/month) to post signals.", /creator-subscribe after 1.5 s',
      },
      {
        id: '8.15',
        says: 'Other signal errors: "Error" with the server message, else "Failed to create signal. Please try again."',
      },
      {
        id: '8.16',
        says: 'Signal success: "Signal Posted" / "Your signal has been shared with your followers."',
      },
    ],
  },
  {
    at: '8',
    title: 'Subscribing, following and profiles',
    rows: [
      {
        id: '8.17',
        says: 'Subscription create error: "Error" / "Failed to create subscription. Please try again."',
      },
      {
        id: '8.18',
        says: 'Created with clientSecret: "Subscription Created" / "You are now subscribed to the creator"',
        decided: { answer: '5', holds: 'Said when the payment is confirmed' },
      },
      {
        id: '8.19',
        says: 'Checkout error: "Subscription Error" with the server\'s message or "Failed to create subscription"; sent home',
      },
      { id: '8.20', says: '"Failed to follow user"' },
      { id: '8.21', says: '"Failed to unfollow user"' },
      { id: '8.22', says: '"Failed to update profile"' },
      { id: '8.23', says: '"Profile updated successfully"' },
      { id: '8.24', says: '"Failed to process uploaded image"' },
    ],
  },
  {
    at: '8',
    title: 'Payments and creators',
    rows: [
      { id: '8.25', says: '"Payment Failed" with the provider\'s message' },
      { id: '8.26', says: '"Failed to load payment form. Please refresh and try again."' },
      { id: '8.27', says: 'A creator-plan error containing "Already a creator" redirects to onboarding' },
      {
        id: '8.28',
        says: 'Connect not enabled: "Payment Setup Required", telling to enable Connect in the provider dashboard first',
      },
      { id: '8.29', says: '"Failed to start onboarding"' },
      { id: '8.30', says: '"Failed to update price"' },
      { id: '8.31', says: 'Management dialog: "Update Failed" / "Failed to update subscription price"' },
      { id: '8.32', says: '"Creator Not Available" / "This creator hasn\'t set up subscriptions yet."' },
      { id: '8.33', says: '"Failed to load subscription details"' },
      {
        id: '8.34',
        says: '"Cancellation Failed" with the server\'s message, else "Failed to cancel subscription"',
      },
      { id: '8.35', says: '… else "Failed to cancel creator subscription"' },
      { id: '8.36', says: '"useAuth must be used within an AuthProvider"' },
    ],
  },
  {
    at: '8',
    title: 'Upload transport, and what is not shown',
    rows: [
      { id: '8.37', says: '403 "Request has expired" is retried' },
      { id: '8.38', says: '429 backs off' },
      { id: '8.39', says: 'Other 4xx fail' },
      { id: '8.40', says: '… except 409' },
      { id: '8.41', says: 'Offline pauses' },
      {
        id: '8.42',
        says: 'Duplicate e-mail on the waitlist: not shown',
        decided: { answer: '14', holds: 'The same success answer, stored once' },
      },
      {
        id: '8.43',
        says: 'Product-specific codes beyond those: not shown',
        decided: {
          answer: '32',
          holds:
            '400, 401, 403, 404, 409, 413, 415, 429, 503 in JSON; anything else is a 500 with a request id',
        },
      },
    ],
  },
]
