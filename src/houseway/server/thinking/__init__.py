"""Work beside the event loop: bots, coach, odds, school and the scrubber.

Lives here: worker processes, thread pools, their queues and priorities, and when a bot's answer is released.
May import it: `tables` and the floors above. It imports services and the floors below.
Deliberately absent: answers that depend on how long a bot thought. The answer grid hides it.
"""
