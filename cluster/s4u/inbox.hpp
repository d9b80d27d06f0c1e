#pragma once

/// The messages of one kind to one process. Only this room includes it: users need no SimGrid.

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace tangram::s4u {

template <class Message> struct Letter {
    int from = 0;
    Message message;
};

/// Its receiver is known, so what is sent sets out at once. It is received in the order in which it was sent: a short
/// message waits for a long one of another sender.
template <class Message> class Inbox {
  public:
    explicit Inbox(const std::string& name) : mailbox_(simgrid::s4u::Mailbox::by_name(name)) {}

    /// The receiver's actor calls this before others send.
    void belongs_to(const simgrid::s4u::ActorPtr& receiver) { mailbox_->set_receiver(receiver); }

    /// Takes no simulated time, but others' actors may run meanwhile.
    void send(int from, Message message, std::size_t bytes) {
        constexpr std::size_t least = 1; // SimGrid 3.32 delivers 0 bytes that follow another message without latency
        auto letter = std::make_unique<Letter<Message>>(Letter<Message>{from, std::move(message)});
        const simgrid::s4u::CommPtr on_its_way = mailbox_->put_init(letter.release(), std::max(bytes, least));
        on_its_way->detach([](void* lost) { delete static_cast<Letter<Message>*>(lost); });
    }

    /// The arrival of the next message, which take() then returns.
    [[nodiscard]] simgrid::s4u::ActivityPtr next() { return mailbox_->template get_async<Letter<Message>>(&letter_); }

    [[nodiscard]] Letter<Message> take() { return std::move(*std::unique_ptr<Letter<Message>>(letter_)); }

  private:
    simgrid::s4u::Mailbox* mailbox_;
    Letter<Message>* letter_ = nullptr;
};

} // namespace tangram::s4u
